"""`python -m ninjutsu_service`: the same as the command `ninjutsu`."""

from ninjutsu_service.cli.main import main

main(prog_name="ninjutsu")

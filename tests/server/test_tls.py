"""TLS and mutual TLS, and certificates that change while the server runs."""

from __future__ import annotations

import os
import signal
import ssl
from pathlib import Path
from typing import Any

import grpc
import pytest
import trustme
from cryptography.hazmat.primitives import serialization

from ninjutsu_service.server.certificates import Certificates
from ninjutsu_service.server.settings import SettingsError
from tests.server.calling import listing, running
from tests.server.certs import Files, files
from tests.server.conftest import run, serving, wait_until


@pytest.fixture
def made(tmp_path: Path) -> Files:
    return files(tmp_path)


def code(address: str, credentials: grpc.ChannelCredentials | None) -> grpc.StatusCode:
    """The status of a call; a connection that cannot be made is UNAVAILABLE."""
    if credentials is None:
        channel = grpc.insecure_channel(address)
    else:
        channel = grpc.secure_channel(address, credentials)
    with channel:
        call: Any = channel.unary_unary("/grpc.health.v1.Health/Check")
        try:
            call(b"", timeout=60)
        except grpc.RpcError as error:
            return error.code()
    return grpc.StatusCode.OK


def served_certificate(address: str) -> str:
    host, _, port = address.rpartition(":")
    return ssl.get_server_certificate((host, int(port)), timeout=60)


def first_of(chain: Path) -> str:
    end = "-----END CERTIFICATE-----\n"
    return chain.read_text().partition(end)[0] + end


def test_tls(made):
    """Those who trust the authority are answered; plain text and strangers are not."""
    with running(**made.settings()) as server:
        assert len(listing(server.address, made.trusted()).actions) == 1
        assert code(server.address, None) is grpc.StatusCode.UNAVAILABLE
        assert code(server.address, made.trusted(trustme.CA())) is grpc.StatusCode.UNAVAILABLE


def test_mutual_tls(made):
    """A client without a certificate, or with another authority's, is not let in."""
    with running(**made.settings(mutual=True)) as server:
        assert code(server.address, made.mutual()) is grpc.StatusCode.OK
        assert code(server.address, made.trusted()) is grpc.StatusCode.UNAVAILABLE
        assert code(server.address, made.mutual(trustme.CA())) is grpc.StatusCode.UNAVAILABLE
        assert code(server.address, made.mutual()) is grpc.StatusCode.OK


def test_tls_on_every_address_of_a_name(made):
    """Each port has credentials of its own, which all follow the files."""
    with running(host="localhost", **made.settings()) as server:
        port = server.address.rpartition(":")[2]
        made.issue()
        assert len(listing(f"localhost:{port}", made.trusted()).actions) == 1
        assert served_certificate(f"localhost:{port}") == first_of(made.chain)


def test_certificates_that_change(made):
    """A connection that begins after the change gets the new one; nobody restarts anything."""
    with running(**made.settings()) as server:
        before = first_of(made.chain)
        assert served_certificate(server.address) == before
        other = trustme.CA()
        made.issue(other)
        assert served_certificate(server.address) == first_of(made.chain) != before
        assert code(server.address, made.trusted(other)) is grpc.StatusCode.OK
        assert code(server.address, made.trusted()) is grpc.StatusCode.UNAVAILABLE


def test_the_clients_authority_changes(made):
    """Certificates of the former authority are worth nothing from then on."""
    with running(**made.settings(mutual=True)) as server:
        other = trustme.CA()
        other.cert_pem.write_to_path(str(made.client_ca))
        assert code(server.address, made.mutual(other)) is grpc.StatusCode.OK
        assert code(server.address, made.mutual()) is grpc.StatusCode.UNAVAILABLE


@pytest.mark.parametrize("broken", ["chain", "key", "neither pair", "gone"])
def test_certificates_that_cannot_be_used_are_not(made, broken):
    """The last ones go on being served, until the files are right again."""
    with running(**made.settings()) as server:
        before = first_of(made.chain)
        good = made.chain.read_bytes(), made.key.read_bytes()
        if broken == "gone":
            made.key.unlink()
        elif broken == "neither pair":
            made.key.write_bytes(trustme.CA().issue_cert("x").private_key_pem.bytes())
        else:
            getattr(made, broken).write_text("no certificate")
        assert served_certificate(server.address) == before
        assert code(server.address, made.trusted()) is grpc.StatusCode.OK
        made.chain.write_bytes(good[0])
        made.key.write_bytes(good[1])
        made.issue()
        assert served_certificate(server.address) == first_of(made.chain) != before


def test_a_pair_that_changes_in_two_steps(made):
    """Between the two the new certificate has the old key: it is used once both are there."""
    with running(**made.settings()) as server:
        before = first_of(made.chain)
        new = made.authority.issue_cert("127.0.0.1")
        made.chain.write_bytes(new.cert_chain_pems[0].bytes())
        assert served_certificate(server.address) == before
        made.key.write_bytes(new.private_key_pem.bytes())
        assert served_certificate(server.address) == first_of(made.chain) != before


def test_a_change_that_does_not_show(made):
    """Reloading reads files whose times and size are as before."""
    kept = Certificates(made.chain, made.key, None)
    first = kept.latest()
    size = made.chain.stat().st_size, made.key.stat().st_size
    times = {path: path.stat() for path in (made.chain, made.key)}
    made.issue()
    while (made.chain.stat().st_size, made.key.stat().st_size) != size:
        made.issue()
    for path, stat in times.items():
        os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns))
    assert kept.latest() is first
    kept.reload()
    assert kept.latest().chain == made.chain.read_bytes()


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        (
            "chain",
            b"no certificate",
            "tls_certificate {chain} and tls_key {key} are no pair of PEM",
        ),
        ("key", b"no key", "tls_certificate {chain} and tls_key {key} are no pair of PEM files"),
        ("key", None, "tls_key: cannot read {key}: No such file or directory"),
        ("chain", None, "tls_certificate: cannot read {chain}: No such file or directory"),
        ("client_ca", b"", "tls_client_ca {client_ca} holds no PEM certificates"),
        ("client_ca", None, "tls_client_ca: cannot read {client_ca}: No such file or directory"),
    ],
)
def test_files_that_cannot_be_used(made, name, content, message):
    """At the start that is an error, which names the setting and the file."""
    path = getattr(made, name)
    path.unlink() if content is None else path.write_bytes(content)
    expected = message.format(chain=made.chain, key=made.key, client_ca=made.client_ca)
    with pytest.raises(SettingsError) as caught:
        Certificates(made.chain, made.key, made.client_ca)
    assert str(caught.value).startswith(expected)


def test_a_key_of_another_certificate(made):
    """The commonest mistake is told in words, not at the first handshake."""
    made.key.write_bytes(trustme.CA().issue_cert("x").private_key_pem.bytes())
    with pytest.raises(SettingsError, match="key values mismatch"):
        Certificates(made.chain, made.key, None)


def test_an_encrypted_key(made):
    """Nobody is asked for a password on a terminal that is not there."""
    key = serialization.load_pem_private_key(made.key.read_bytes(), None)
    made.key.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.BestAvailableEncryption(b"secret"),
        )
    )
    with pytest.raises(SettingsError, match="the key is encrypted"):
        Certificates(made.chain, made.key, None)


@pytest.mark.parametrize("workers", ["1", "2"])
def test_command_with_certificates(made, workers):
    """Off loopback too; SIGHUP has every process read them anew and say so."""
    arguments = ["--host", "0.0.0.0", "--port", "0", "--drain", "0", "--log-format", "json"]
    arguments += made.flags()
    with serving(*arguments, "--workers", workers) as served:
        port = served.address.rpartition(":")[2]
        address = f"127.0.0.1:{port}"
        assert len(listing(address, made.trusted()).actions) == 1
        made.issue()
        served.process.send_signal(signal.SIGHUP)
        served.wait_until_logged("certificates reloaded", int(workers))
        wait_until(lambda: served_certificate(address) == first_of(made.chain), "the new one")
        assert served.end() == 0


@pytest.mark.parametrize("workers", ["1", "2"])
def test_command_with_certificates_that_cannot_be_used(made, workers):
    """Exit status 2 before anything listens."""
    made.key.write_text("no key")
    done = run("serve", "--port", "0", "--workers", workers, *made.flags())
    assert done.returncode == 2
    assert f"tls_key {made.key}" in done.stderr
    assert "Traceback" not in done.stderr

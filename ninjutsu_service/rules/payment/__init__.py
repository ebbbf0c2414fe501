"""Mana payment, exact and without a board: plain values in, a plan out (CR 106, 601.2f to h)."""

from ninjutsu_service.rules.payment.automatic import can_pay, largest_x, pay
from ninjutsu_service.rules.payment.model import (
    EMPTY,
    MAX_SYMBOLS,
    MAX_X,
    Fee,
    ManaOption,
    PaymentTooComplex,
    Plan,
    Pool,
    Price,
    Source,
    TooManySymbols,
    price,
    shown,
)
from ninjutsu_service.rules.payment.spend import pay_from

__all__ = [
    "EMPTY",
    "MAX_SYMBOLS",
    "MAX_X",
    "Fee",
    "ManaOption",
    "PaymentTooComplex",
    "Plan",
    "Pool",
    "Price",
    "Source",
    "TooManySymbols",
    "can_pay",
    "largest_x",
    "pay",
    "pay_from",
    "price",
    "shown",
]

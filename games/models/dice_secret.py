"""The secret of a game's sealed dice, separate from all data that pages or exports contain."""

from django.db import models

from .game import Game


class DiceSecret(models.Model):
    """S, 32 bytes. ``sealed`` is S encrypted while the game runs; ``opened`` is S in hexadecimal after its end."""

    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="dice_secret")
    sealed = models.BinaryField()
    opened = models.CharField(max_length=64, blank=True)
    opened_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"dice of {self.game_id}"

"""The title Marram: tiles with grass, sand, snakes and worms."""

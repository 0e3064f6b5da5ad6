"""The models of every subject, imported here so that Django finds them. Import a model from its subject."""

import games.analysis.models
import games.chat.models
import games.clocks.models
import games.conduct.models
import games.core.models
import games.deputies.models
import games.following.models
import games.guides.models
import games.lobby.models
import games.moderation.models
import games.notifications.models
import games.pairing.models
import games.planning.models
import games.play.models
import games.ratings.models
import games.replay.models
from games.core.models import new_code
from games.notifications.models import new_feed_code

__all__ = ["new_code", "new_feed_code"]  # for migrations

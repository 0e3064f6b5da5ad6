/* All scripts of the table page, in one module to keep its HTML short. The page behind an email's link has choices.js alone. */
import "./choices.js";
import "./poll.js";
import "./morph.js";
import "./animate_turns.js";
import "./sounds.js";
import "./features.js";
import "./closed.js";
import "../common/forms.js";

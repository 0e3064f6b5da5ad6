/* Whatever the page of a table needs, named by the page once: its HTML is dear. A linked turn is chosen by table.js alone. */
import "./choices.js";
import "./poll.js";
import "./morph.js";
import "./animate_turns.js";
import "../forms.js";

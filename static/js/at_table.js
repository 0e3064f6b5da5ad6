/* Whatever the page of a table needs, named by the page once: its HTML is dear. A linked turn is chosen by table.js alone. */
import "./table.js";
import "./live.js";
import "./kept.js";
import "./motion.js";
import "./forms.js";

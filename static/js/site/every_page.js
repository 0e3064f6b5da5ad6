/* The scripts of every page, in one file. */
import "./site.js";
import "../clocks/clocks.js";
import "../clocks/timezone.js";

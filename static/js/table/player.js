/* The scripts of a table for its players, in one file. */
import "../planning/plan.js";
import "./presence.js";

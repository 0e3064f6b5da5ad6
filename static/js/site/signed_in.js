/* The scripts of every page for signed-in users and guests, in one file. */
import "./offline.js";
import "./sign_out.js";

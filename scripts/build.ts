/** Builds the dashboard and the server, where what they are made of has changed since. */
import "./build-web.ts";
import "./build-server.ts";

/** Builds the dashboard and the server if their sources changed. */
import "./build-web.ts";
import "./build-server.ts";

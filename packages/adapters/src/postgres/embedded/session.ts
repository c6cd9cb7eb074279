/** The one user and database of the embedded engine. */
export const username = "postgres"
export const database = "postgres"

/** Of the engine's data format; a data folder of another one cannot be opened. */
export const majorVersion = "18"

/** The name of connections that only watch for the end of the process which runs the engine. */
export const watcher = "daybook watch"

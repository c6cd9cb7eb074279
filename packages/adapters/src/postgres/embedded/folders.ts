import { join } from "node:path"

/** The files of the embedded database, below the data folder. */
export const foldersOf = (dataDir: string) => {
  const root = join(dataDir, "postgres")
  const cluster = join(root, "cluster")
  const run = join(root, "run")
  return {
    dataDir,
    /** Holds everything else. */
    root,
    /** PostgreSQL's own data directory. */
    cluster,
    /** The socket, the gate and the log of the running server. */
    run,
    /** Links to libraries that an installation from npm lacks. */
    libraries: join(root, "lib"),
    /** The password of connections over loopback. */
    password: join(cluster, "daybook.password"),
    /** PostgreSQL's note of the running server: process id, port, socket folder, state. */
    pidFile: join(cluster, "postmaster.pid"),
    /** The named pipe that each process with an open database holds open for writing. */
    gate: join(run, "gate"),
    log: join(run, "log"),
    /** One line for each restart after a crash: epoch seconds. */
    restarts: join(run, "restarts")
  }
}

export type Folders = Readonly<ReturnType<typeof foldersOf>>

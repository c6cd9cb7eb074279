import { join } from "node:path"

/** The files of the embedded database, below the data folder. */
export interface Folders {
  readonly dataDir: string
  /** Holds everything else. */
  readonly root: string
  /** PostgreSQL's own data directory. */
  readonly cluster: string
  /** The socket, the gate and the log of the running server. */
  readonly run: string
  /** Links to libraries that an installation from npm lacks. */
  readonly libraries: string
  /** The password of connections over loopback. */
  readonly password: string
  /** PostgreSQL's note of the running server: process id, port, socket folder, state. */
  readonly pidFile: string
  /** The named pipe that each process with an open database holds open for writing. */
  readonly gate: string
  readonly log: string
  /** One line for each restart after a crash: epoch seconds. */
  readonly restarts: string
}

export const foldersOf = (dataDir: string): Folders => {
  const root = join(dataDir, "postgres")
  const cluster = join(root, "cluster")
  const run = join(root, "run")
  return {
    dataDir,
    root,
    cluster,
    run,
    libraries: join(root, "lib"),
    password: join(cluster, "daybook.password"),
    pidFile: join(cluster, "postmaster.pid"),
    gate: join(run, "gate"),
    log: join(run, "log"),
    restarts: join(run, "restarts")
  }
}

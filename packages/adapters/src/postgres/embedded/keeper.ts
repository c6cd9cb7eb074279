import { Effect } from "effect"
import { type ChildProcess, spawn } from "node:child_process"
import { randomBytes } from "node:crypto"
import { join } from "node:path"
import type { Account } from "./account.js"
import { environmentOf } from "./cluster.js"
import type { Folders } from "./folders.js"
import type { Programs } from "./programs.js"

/**
 * Starts the server and stops it when the last process has left. The gate is a named pipe: each process with an open
 * database holds it open for writing, so the kernel closes it for a killed one, and the keeper reads the end of the
 * file. `own` is the keeper's pipe under a name of its own; it becomes the gate by a hard link once the server is
 * ready. A process that enters writes a line: so the keeper notices one that came while it removed the gate. A process
 * that leaves writes a name, and learns by two files that its line was read and that it was the last one.
 *
 * $1 pipe, $2 gate, $3 the cluster's pid file, $4 log, $5 restarts, $6 seconds between restarts, then the server.
 */
const script = `
own=$1 gate=$2 pidfile=$3 log=$4 restarts=$5 pause=$6; shift 6
trap '' HUP INT TERM PIPE
mkfifo -m 600 "$own" "$own.life" && exec 3<>"$own.life" 4<>"$own" 5<"$own" || exit 1

serve() {
  exec 0</dev/null 6<"$own.life" 3<&- 4<&- 5<&-
  while :; do
    started=$(date +%s)
    "$@" 6<&- 2>&1 & server=$!
    echo $server >"$own.pid"
    # The pipe ends when the keeper is killed. A server that has just begun ignores the signal.
    { read -r line <&6; while kill -INT $server; do sleep 1; done; } & watching=$!
    wait $server
    kill -KILL $watching
    rm -f "$own.pid"
    [ -e "$own.up" ] || break
    # The other processes of a killed server need a moment to end.
    sleep 1
    while [ -p "$own" ] && kill -0 $$ && [ $(date +%s) -lt $((started + pause)) ]; do sleep 1; done
    [ -p "$own" ] && kill -0 $$ || break
    date +%s >>"$restarts"
  done 2>/dev/null
}
serve "$@" >"$own.log" 2>&1 & serving=$!

leave() { rm -f "$own" "$own.life" "$own.pid" "$own.up" "$@"; }
fail() { cat "$own.log"; leave "$own.log"; exit 1; }
ready() {
  read -r mine <"$own.pid" &&
  { read -r pid; for line in 2 3 4 5 6 7 8; do read -r state; done; } <"$pidfile" &&
  [ "$pid" = "$mine" ] && [ "$state" != "\${state#ready}" ]
}
until ready 2>/dev/null; do
  kill -0 $serving 2>/dev/null || fail
  sleep 0.02
done
: >"$own.up"
mv -f "$own.log" "$log"
rm -f "$restarts" "$gate".*
ln -f "$own" "$gate"

# Standard input ends when the process that started this keeper has entered, or was killed.
while read -r line; do :; done
exec 4<&- </dev/null
# Each process writes every few seconds. Then the keeper ends if the shell that starts the server again was killed.
# A killed child seems to run until the shell asks for it, as jobs does.
serves() { jobs >/dev/null 2>&1; kill -0 $serving 2>/dev/null; }
while :; do
  while read -r line <&5; do serves || break 2; [ -z "$line" ] || : >"$gate.$line"; done
  : >"$gate.last"
  rm -f "$gate"
  read -r line <&5 || break
  ln -f "$own" "$gate"
  rm -f "$gate.last"
done
read -r server <"$own.pid"
leave "$gate".*
while kill -INT $server; do sleep 0.02; done
`

/** Why they are as they are: decision 0065. */
const serverSettings: Readonly<Record<string, string>> = {
  cluster_name: "daybook",
  max_connections: "60",
  shared_buffers: "32MB",
  min_wal_size: "32MB",
  max_wal_size: "96MB",
  wal_level: "minimal",
  max_wal_senders: "0",
  max_replication_slots: "0",
  max_logical_replication_workers: "0",
  max_worker_processes: "0",
  max_parallel_workers: "0",
  autovacuum_max_workers: "1",
  jit: "off",
  timezone: "UTC",
  log_timezone: "UTC",
  log_checkpoints: "off",
  log_min_messages: "log",
  log_min_error_statement: "panic"
}

export interface KeeperOptions {
  readonly folders: Folders
  readonly account: Account
  readonly programs: Programs
  /** A socket in the run folder, or a port on the loopback address. */
  readonly listen: "socket" | number
  /** Settings of the server that replace ours, for tests that need no durable data. */
  readonly settings: Readonly<Record<string, string>>
  /** Seconds from one start of a crashing server to the next. */
  readonly restartPause: number
}

/** A started keeper, until this process has entered by the gate. */
export type Keeper = ReturnType<typeof keeperOf>

export const standardPort = 5432

/** Starts a keeper in a session of its own, so that signals of the terminal do not reach it. */
export const startKeeper = (options: KeeperOptions): Effect.Effect<Keeper> =>
  Effect.sync(() => {
    const { account, folders, programs } = options
    const own = join(folders.run, `keeper-${randomBytes(6).toString("hex")}`)
    const [program, args] = account.command(
      "/bin/sh",
      ...["-c", 'eval "$KEEPER_SCRIPT"', "daybook-keeper"],
      ...[own, folders.gate, folders.pidFile, folders.log, folders.restarts, String(options.restartPause)],
      ...[programs.postgres, "-D", folders.cluster, ...settingArgs(options)]
    )
    const child = spawn(program, args, {
      ...account.options,
      cwd: "/",
      detached: true,
      // In the environment it does not fill the list of processes.
      env: { ...environmentOf(folders, programs), KEEPER_SCRIPT: script },
      stdio: ["pipe", "pipe", "ignore"]
    })
    return keeperOf(child)
  })

const settingArgs = ({ folders, listen, programs, settings }: KeeperOptions): ReadonlyArray<string> => {
  const isSocket = listen === "socket"
  const all = {
    ...serverSettings,
    // PostgreSQL 18 reads with worker processes by default; they cost memory and serve larger reads than ours.
    ...(programs.major >= 18 ? { io_method: "sync" } : {}),
    ...settings,
    listen_addresses: isSocket ? "" : "127.0.0.1",
    port: isSocket ? standardPort : listen,
    unix_socket_directories: isSocket ? folders.run : "",
    unix_socket_permissions: "0700"
  }
  return Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`])
}

const keeperOf = (child: ChildProcess) => {
  let ended = false
  let text = ""
  child.stdout?.setEncoding("utf8").on("data", (part: string) => (text += part))
  child.once("close", () => (ended = true))
  child.once("error", () => (ended = true))
  child.stdin?.on("error", () => {})
  child.unref()
  return {
    hasEnded: () => ended,
    /** What the server said before it ended. */
    complaint: () => /(?:FATAL|PANIC): *(.*)/.exec(text)?.[1] ?? text.trim(),
    /** Tells the keeper that this process has entered. */
    release: Effect.sync(() => {
      child.stdin?.destroy()
      child.stdout?.destroy()
    })
  }
}

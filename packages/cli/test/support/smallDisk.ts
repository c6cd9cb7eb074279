import { Effect } from "effect"
import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { copyDataDir } from "../../../adapters/test/support/database.js"

const mount = (...args: ReadonlyArray<string>) => spawnSync(args[0]!, args.slice(1), { stdio: "ignore" }).status === 0

/** A mounted tmpfs, removed with the scope. Fails without the right to mount. */
const disk = (megabytes: number) =>
  Effect.acquireRelease(
    Effect.suspend(() => {
      const folder = mkdtempSync(join(tmpdir(), "daybook-disk-"))
      if (mount("mount", "-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", folder)) return Effect.succeed(folder)
      rmSync(folder, { recursive: true })
      return Effect.fail("no disk can be mounted here")
    }),
    // Lazily, because a killed process may hold a file for a moment.
    (folder) => Effect.sync(() => mount("umount", "-l", folder) && rmSync(folder, { recursive: true, force: true }))
  )

/** Whether this process may mount a disk. */
export const canMount: boolean =
  process.platform === "linux" && Effect.runSync(Effect.isSuccess(Effect.scoped(disk(1))))

export interface SmallDisk {
  readonly dataDir: string
  /** Fills the disk until `left` bytes are free. */
  readonly fill: (left: number) => void
  readonly clear: () => void
  /** Remounts the disk read-only. Returns whether that worked. */
  readonly freeze: () => boolean
}

/** Writes as much as fits: a running host may use some of the free space meanwhile. */
const writeAtMost = (file: string, bytes: Buffer) => {
  try {
    writeFileSync(file, bytes)
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOSPC")) throw error
  }
}

/** A data folder on its own small disk. */
export const smallDisk = (image: string, megabytes: number) =>
  Effect.map(
    Effect.orDieWith(disk(megabytes), (why) => new Error(why)),
    (folder): SmallDisk => {
      const dataDir = join(folder, "data")
      const ballast = join(folder, "ballast")
      mkdirSync(dataDir, { mode: 0o700 })
      copyDataDir(image, dataDir)
      return {
        dataDir,
        fill: (left) => {
          rmSync(ballast, { force: true })
          const { bavail, bsize } = statfsSync(folder)
          writeAtMost(ballast, Buffer.alloc(Math.max(0, bavail * bsize - left)))
        },
        clear: () => rmSync(ballast, { force: true }),
        freeze: () => mount("mount", "-o", "remount,ro", folder)
      }
    }
  )

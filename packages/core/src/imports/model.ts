import type { Domain } from "../domains.js"
import type { RunProgress } from "../sync/SyncStore.js"
import type { FileReport } from "../sync/FileSample.js"

/**
 * - `receiving`: the file is on its way.
 * - `waiting`: the file is complete; a host takes it as soon as its source is free.
 * - `checking`: a dry run reads it.
 * - `checked`: the dry run has ended, and a person decides.
 * - `importing`: its records are being stored.
 * - `stopped`: a person stopped it; what was stored stays.
 */
export const importStates = [
  "receiving",
  "waiting",
  "checking",
  "checked",
  "importing",
  "completed",
  "failed",
  "stopped"
] as const
export type ImportState = (typeof importStates)[number]

/**
 * The result of a dry run or of an import. Times are epoch milliseconds. Results of earlier versions have neither
 * reasons nor members.
 */
export interface ImportResult
  extends
    Pick<RunProgress, "added" | "changed" | "removed" | "present">,
    Pick<FileReport, "leftOut" | "remarks" | "unreadable">,
    Partial<Pick<FileReport, "readable" | "reasons" | "members">> {
  /** Records that were read. */
  readonly rows: number
  /** First and last time of the records; null if they have none. */
  readonly firstAt: number | null
  readonly lastAt: number | null
}

/** How far the current dry run or import is. */
export interface ImportProgress extends Pick<RunProgress, "pages" | "added" | "changed" | "removed" | "present"> {
  readonly rows: number
  /** Bytes of the file that were read. */
  readonly bytesRead: number
  readonly firstAt: number | null
  readonly lastAt: number | null
}

/** One file that was handed in. Times are epoch milliseconds. */
export interface Import extends ImportProgress {
  readonly id: number
  /** The name of its file on the disk of the host. */
  readonly file: string
  /** As the client named it. */
  readonly name: string
  readonly source: string
  readonly domain: Domain
  readonly state: ImportState
  /** Whether the current or next work is a dry run. */
  readonly isDryRun: boolean
  /** Bytes received. */
  readonly size: number
  /** Bytes that the client announced. */
  readonly announced: number | null
  /** Rows that this attempt found stored by an earlier one. */
  readonly rowsBefore: number
  /** The run of the source. */
  readonly run: number | null
  readonly check: ImportResult | null
  readonly result: ImportResult | null
  readonly failure: { readonly message: string; readonly next: string } | null
  readonly createdAt: number
  /** When this attempt began. */
  readonly startedAt: number | null
  readonly changedAt: number
  readonly finishedAt: number | null
}

const day = 86_400_000

/** How long the file of an import that nobody completes is stored, in milliseconds. */
export const fileLifetime = 7 * day
/** How long an import is listed after its file was deleted, in milliseconds. */
export const recordLifetime = 30 * day
/** After this time without a byte, a file that is still on its way is given up, in milliseconds. */
export const receiptLifetime = 600_000

/** States of which a host has no file. */
const withoutFile: ReadonlySet<ImportState> = new Set(["completed", "receiving"])
const resting: ReadonlySet<ImportState> = new Set(["checked", "failed", "stopped"])

/** When the file of an import is deleted; null while it is read, and if there is none. */
export const expiryOf = ({ changedAt, state }: Pick<Import, "changedAt" | "state">): number | null =>
  resting.has(state) ? changedAt + fileLifetime : null

/** Whether an import has a file that a host may read. */
export const hasFile = ({ state }: Pick<Import, "state">): boolean => !withoutFile.has(state)

/** Rows per second of this attempt, and the seconds that are left; null while they cannot be estimated. */
export const paceOf = (one: Import, now: number): { readonly rate: number | null; readonly left: number | null } => {
  const isRunning = one.state === "checking" || one.state === "importing"
  const seconds = one.startedAt === null ? 0 : (now - one.startedAt) / 1000
  const rows = one.rows - one.rowsBefore
  if (!isRunning || seconds <= 0 || rows <= 0) return { rate: null, left: null }
  const rate = rows / seconds
  const total = one.isDryRun ? undefined : one.check?.rows
  const fraction = one.size === 0 ? 0 : one.bytesRead / one.size
  const left =
    total !== undefined
      ? Math.max(0, total - one.rows) / rate
      : fraction > 0
        ? (seconds * (1 - fraction)) / fraction
        : null
  return { rate, left }
}

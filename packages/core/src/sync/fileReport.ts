import { Effect } from "effect"
import type { FileReport } from "./FileSample.js"
import type { ImportFile } from "./Source.js"
import { SourceFailure } from "./SourceFailure.js"

export const noReport: FileReport = {
  ...{ readable: 0, unreadable: 0, leftOut: [], remarks: [], reasons: [], members: null }
}

/** Names of members that a report lists. */
const maxNames = 20

/** Folders, and files that systems add by themselves. */
export const isClutter = (name: string): boolean =>
  /\/$|(?:^|\/)(?:__MACOSX\/|\.)|(?:^|\/)(?:thumbs\.db|desktop\.ini)$/i.test(name)

/** Files of one folder with one ending, most first. */
const groupsOf = (names: ReadonlyArray<string>) => {
  const counts = new Map<string, number>()
  for (const name of names) {
    const group = name.replace(/[^/]*?(\.[^./]*)?$/, "*$1")
    counts.set(group, (counts.get(group) ?? 0) + 1)
  }
  return Array.from(counts, ([name, count]) => ({ name, count }))
    .toSorted((one, other) => other.count - one.count)
    .slice(0, maxNames)
}

/** A file that notes what its reader reports, and which members of an archive it opens. */
export const observed = (file: ImportFile) => {
  let reported = noReport
  const members = new Map<string, boolean>()
  const observedFile: ImportFile = {
    ...file,
    onReport: (report) => Effect.sync(() => void (reported = report)),
    members: {
      list: (names) => {
        for (const name of names) if (!isClutter(name) && !members.has(name)) members.set(name, false)
      },
      open: (name) => void members.set(name, true)
    }
  }
  const report = (): FileReport => {
    if (members.size === 0) return reported
    const unread = [...members].flatMap(([name, isOpened]) => (isOpened ? [] : [name]))
    return {
      ...reported,
      members: {
        opened: members.size - unread.length,
        unread: unread.length,
        unreadNames: unread.slice(0, maxNames),
        ...(unread.length > maxNames ? { unreadGroups: groupsOf(unread) } : {})
      }
    }
  }
  return { file: observedFile, report, memberNames: () => [...members.keys()] }
}

export const number = (value: number): string => value.toLocaleString("en-US")

/** `3,500 not watched (first: line 2)` */
const reasonText = ({ count, first, reason }: FileReport["reasons"][number]): string =>
  `${number(count)}: ${reason}${first === null ? "" : ` (first: ${first})`}`

/** The rows that were left out; 0 if there are none. */
export const leftOutRows = ({ reasons }: FileReport): number => reasons.reduce((sum, { count }) => sum + count, 0)

/** The reasons in a line; empty without any. */
export const reasonsText = ({ reasons }: FileReport): string => reasons.map(reasonText).join(", ")

/** The members that nobody opened, in a line; empty without any. */
export const unreadText = ({ members }: FileReport): string => {
  if (members === null || members.unread === 0) return ""
  const { unreadGroups: groups = members.unreadNames.map((name) => ({ name, count: 1 })) } = members
  const more = members.unread - groups.reduce((sum, { count }) => sum + count, 0)
  return `${number(members.unread)} of ${number(members.unread + members.opened)} files of the archive: ${[
    ...groups.map(({ count, name }) => (count === 1 ? name : `${name} (${number(count)})`)),
    ...(more > 0 ? [`${number(more)} more`] : [])
  ].join(", ")}`
}

/** A file of which no row was kept, though it has some, is no success: it says why. */
export const noRowUsed = (source: string, name: string, report: FileReport): SourceFailure | null => {
  if (report.readable > 0) return null
  const rows = leftOutRows(report)
  const none =
    rows === 1 ? `the only row of ${name} was not kept` : `none of the ${number(rows)} rows of ${name} was kept`
  const what =
    rows > 0
      ? `${none}: ${reasonsText(report)}`
      : report.members !== null && report.members.opened === 0 && report.members.unread > 0
        ? `nothing in ${name} was read: ${unreadText(report)}`
        : null
  return what === null
    ? null
    : new SourceFailure({
        source,
        state: "bad_file",
        message: what,
        next: `if it is not an export of ${source}, name its source or leave the name out`
      })
}

import type { NewCorrection } from "../corrections/index.js"
import { type CorrectableViewing, namesViewing } from "./correcting.js"
import { separationKey } from "./merge.js"

/** A report by itself, as corrections name it. */
export interface NamedReport extends CorrectableViewing {
  readonly id: number
}

/** Pairs of reports that corrections say are of two viewings, as `separationKey`. Their order does not matter. */
export const separatedReports = (
  corrections: ReadonlyArray<NewCorrection>,
  reports: ReadonlyArray<NamedReport>
): ReadonlySet<string> =>
  new Set(
    corrections
      .filter(({ kind, type }) => kind === "different" && type === "viewing")
      .flatMap(({ object, subject }) => {
        const others = reports.filter((report) => namesViewing(object!, report))
        return reports
          .filter((report) => namesViewing(subject, report))
          .flatMap((one) => others.filter(({ id }) => id !== one.id).map(({ id }) => separationKey(one.id, id)))
      })
  )

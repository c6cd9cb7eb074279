import { type RecordedReport, type Report, type Run, recordedId } from "@daybook/core/running"

const noDetail = { calories: null, description: null, splits: null, efforts: null }

/** A run of five kilometres. */
const runAt = (id: number, startedAt: number, more: Partial<Run> = {}): Run => ({
  id,
  name: "Run",
  sport: "Run",
  startedAt,
  localStart: null,
  distance: 5_000,
  movingTime: 1_500,
  elapsedTime: 1_550,
  elevation: 0,
  heartrateAvg: null,
  heartrateMax: null,
  cadence: null,
  sufferScore: null,
  city: null,
  state: null,
  workoutType: null,
  country: null,
  polyline: null,
  gear: null,
  ...more
})

export const listedRun = (id: number, startedAt: number, more: Partial<Run> = {}): Report => ({
  _tag: "Listed",
  run: runAt(id, startedAt, more)
})

/** What another source reports of such a run. */
export const recordedRun = (
  source: string,
  key: string,
  startedAt: number,
  { run, ...more }: Partial<Omit<RecordedReport, "run">> & { readonly run?: Partial<Run> } = {}
): Extract<Report, { readonly _tag: "Recorded" }> => ({
  _tag: "Recorded",
  source,
  key,
  run: runAt(recordedId(source, key), startedAt, run),
  detail: noDetail,
  zoned: true,
  identities: [],
  asOf: null,
  ...more
})

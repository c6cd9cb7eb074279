/** What a device recorded of one activity. */
export interface Track {
  /** The device's word for the sport, lower case; null where it says none. */
  readonly sport: string | null
  /** Epoch milliseconds. */
  readonly startedAt: number
  /** What the clocks at the place were ahead of UTC, in milliseconds; null where the file does not say. */
  readonly offset: number | null
  /** Calories as the device counted them. */
  readonly calories: number | null
  /** In order of time. */
  readonly points: ReadonlyArray<Recorded>
}

/** One moment of a recording. */
export interface Recorded {
  /** Epoch milliseconds. */
  readonly at: number
  /** Degrees. */
  readonly place: readonly [latitude: number, longitude: number] | null
  /** Metres since the start as the device counted them. */
  readonly distance: number | null
  /** Metres above the sea. */
  readonly elevation: number | null
  /** Beats a minute. */
  readonly heartrate: number | null
}

const running = new Set(["run", "running", "trail_run", "trail_running", "virtual_run", "9"])

/** True where the device itself calls it a run, or its GPX file says 9, as Strava's do. */
export const isRunTrack = ({ sport }: Track): boolean => sport !== null && running.has(sport.replace(/[\s-]/g, "_"))

/** A stretch of watching. Times are epoch milliseconds. */
export interface Stretch {
  readonly start: number
  readonly end: number
  /** How far into the title it got, in milliseconds; 0 if unknown. */
  readonly position: number
}

/** A viewing: stretches of one title. */
export interface Session extends Stretch {
  /** Watched time in milliseconds. */
  readonly watched: number
  readonly stretches: number
}

/** Milliseconds. Nothing of unknown length is played for longer. */
export const maxPlayed = 6 * 3_600_000

/**
 * The length of a stretch of watching as far as it can be believed, all in milliseconds. A player that missed the end
 * reports days. `length` is that of the title, if it is known: pauses and repetitions may double it.
 */
export const believedLength = (played: number, length: number | null): number =>
  length === null ? Math.min(played, maxPlayed) : played > 2 * length ? length : played

/** Milliseconds. Who goes on within a day watches the same thing on. */
export const pause = 24 * 3_600_000

/**
 * Joins the stretches of one title into viewings, in whatever order they are given. What follows a viewing that is over
 * is another one.
 */
export const sessionsOf = (
  stretches: ReadonlyArray<Stretch>,
  isOver: (session: Session) => boolean = () => false
): ReadonlyArray<Session> => {
  const sessions: Array<Session> = []
  const sorted = [...stretches].sort((a, b) => a.start - b.start || a.end - b.end || a.position - b.position)
  for (const { end, position, start } of sorted) {
    const last = sessions.at(-1)
    if (last !== undefined && start - last.end <= pause && !isOver(last))
      sessions[sessions.length - 1] = {
        start: last.start,
        end: Math.max(last.end, end),
        position: Math.max(last.position, position),
        watched: last.watched + (end - start),
        stretches: last.stretches + 1
      }
    else sessions.push({ start, end, position, watched: end - start, stretches: 1 })
  }
  return sessions
}

const minMinutes = { movie: 60, episode: 20 } as const

/** Whether it was watched to the end, as far as one can say without its length. */
export const isFinished = (kind: keyof typeof minMinutes, { position, watched }: Session): boolean =>
  Math.max(position, watched) >= minMinutes[kind] * 60_000

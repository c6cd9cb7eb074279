/**
 * Plays in order of time, eight bytes each: when a play started (unix seconds) and which song it was. Plays that share
 * a second keep the order in which they came.
 */
export interface Timeline {
  readonly length: number
  readonly at: (index: number) => number
  readonly song: (index: number) => number
  /** How many plays started before `seconds`: the index of the first that did not. */
  readonly before: (seconds: number) => number
  /** Puts a play behind all that started in the same second or earlier. */
  readonly add: (seconds: number, song: number) => void
  readonly remove: (index: number) => void
  /** Makes an existing play one of another song. */
  readonly rename: (index: number, song: number) => void
}

/** An empty timeline with room for `capacity` plays; it grows as needed. */
export const makeTimeline = (capacity = 1024): Timeline => {
  let seconds = new Uint32Array(Math.max(1, capacity))
  let songs = new Uint32Array(Math.max(1, capacity))
  let length = 0

  const grow = () => {
    seconds = copied(seconds, length * 2)
    songs = copied(songs, length * 2)
  }
  const before = (limit: number) => {
    let low = 0
    let high = length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (seconds[middle]! < limit) low = middle + 1
      else high = middle
    }
    return low
  }
  return {
    get length() {
      return length
    },
    at: (index) => seconds[index]!,
    song: (index) => songs[index]!,
    before,
    add: (at, song) => {
      if (length === seconds.length) grow()
      const index = length === 0 || seconds[length - 1]! <= at ? length : before(at + 1)
      seconds.copyWithin(index + 1, index, length)
      songs.copyWithin(index + 1, index, length)
      seconds[index] = at
      songs[index] = song
      length++
    },
    remove: (index) => {
      seconds.copyWithin(index, index + 1, length)
      songs.copyWithin(index, index + 1, length)
      length--
    },
    rename: (index, song) => {
      songs[index] = song
    }
  }
}

const copied = (from: Uint32Array, capacity: number) => {
  const to = new Uint32Array(capacity)
  to.set(from)
  return to
}

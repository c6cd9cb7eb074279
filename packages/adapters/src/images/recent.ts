/** The last so many values that were put, by name. */
export interface Recent<A> {
  readonly get: (name: string) => A | undefined
  readonly put: (name: string, value: A) => void
}

/** Holds up to `most` values; what was put longest ago goes first. */
export const recent = <A>(most: number): Recent<A> => {
  const values = new Map<string, A>()
  return {
    get: (name) => values.get(name),
    put: (name, value) => {
      values.delete(name)
      values.set(name, value)
      if (values.size <= most) return
      for (const oldest of values.keys()) return void values.delete(oldest)
    }
  }
}

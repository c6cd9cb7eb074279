/** A value that is made when it is first asked for. */
export const once = <A>(make: () => A): (() => A) => {
  let made: A | undefined
  return () => (made ??= make())
}

/** Values by index, each made once. */
export const memo = <A>(make: (index: number) => A) => {
  const made: Array<A | undefined> = []
  return (index: number): A => (made[index] ??= make(index))
}

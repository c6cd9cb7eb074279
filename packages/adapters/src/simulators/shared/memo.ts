/** Values by index, each made once. */
export const memo = <A>(make: (index: number) => A) => {
  const made: Array<A | undefined> = []
  return (index: number): A => (made[index] ??= make(index))
}

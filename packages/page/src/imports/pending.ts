/** Files that were dropped on a page and wait for the page that imports them. */
let pending: ReadonlyArray<File> = []

const changes = new EventTarget()
const added = "added"

/** Hands files over to the page that imports them. */
export const handIn = (files: ReadonlyArray<File>): void => {
  pending = [...pending, ...files]
  changes.dispatchEvent(new Event(added))
}

/** The files that wait. They wait no longer. */
export const takeFiles = (): ReadonlyArray<File> => {
  const files = pending
  pending = []
  return files
}

/** Calls back when files were handed in; returns the function that ends it. */
export const onFiles = (listener: () => void): (() => void) => {
  changes.addEventListener(added, listener)
  return () => changes.removeEventListener(added, listener)
}

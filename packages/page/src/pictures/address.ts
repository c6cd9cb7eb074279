/** The shapes in which pictures are shown: CSS pixels, and how the picture fills them. */
export interface Shape {
  readonly width: number
  readonly height: number
}

/**
 * A picture's address at this very host, in the wanted size: its signature is over the path alone. The API gives
 * absolute addresses under its public name, which may be another than the one this page was opened under.
 */
export const pictureAddress = (url: string, { height, width }: Shape, density: number): string => {
  const { pathname, searchParams } = new URL(url)
  searchParams.set("w", String(width * density))
  searchParams.set("h", String(height * density))
  searchParams.set("fit", "cover")
  return `${pathname.slice(pathname.indexOf("/images/") + 1)}?${searchParams.toString()}`
}

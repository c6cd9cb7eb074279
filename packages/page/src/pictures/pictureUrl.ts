/** The size of a picture in CSS pixels. */
export interface Shape {
  readonly width: number
  readonly height: number
}

/**
 * The URL of a picture in the given size, relative to the root of the page. The signature covers only the path. The API
 * returns absolute URLs under the public URL, which may differ from the URL of this page.
 */
export const pictureUrl = (url: string, { height, width }: Shape, density: number): string => {
  const { pathname, searchParams } = new URL(url)
  searchParams.set("w", String(width * density))
  searchParams.set("h", String(height * density))
  searchParams.set("fit", "cover")
  return `${pathname.slice(pathname.indexOf("/images/") + 1)}?${searchParams.toString()}`
}

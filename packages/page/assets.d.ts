/** A file of the page. */
export interface Asset {
  /** Relative to the page: `assets/page.<hash>.js`. The hash changes with the content, so the file is immutable. */
  readonly path: string
  readonly contentType: string
  /** The bytes, in base64. */
  readonly base64: string
}

/** The HTML of `/`. It links only to the assets. */
export declare const html: string

/** All files that the page loads. */
export declare const assets: ReadonlyArray<Asset>

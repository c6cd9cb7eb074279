/** A file of the page. */
export interface Asset {
  /** Relative to the page: `assets/page.<hash>.js`. The hash changes with the content, so the file is immutable. */
  readonly path: string
  readonly contentType: string
  /** Whether the bytes are compressed with gzip. */
  readonly isCompressed: boolean
  /** The bytes, in base64. */
  readonly base64: string
}

/** The HTML of `/`. It links only to the assets, relative to the root of the host. */
export declare const html: string

/** The names in `assets/` of the scripts that an address needs besides those that the HTML names. */
export declare const scriptsAt: (address: string) => ReadonlyArray<string>

/** All files that the page loads. */
export declare const assets: ReadonlyArray<Asset>

/** A path with `:name` for each segment that varies. */
type Pattern = `/${string}`

/** The addresses besides `/` at which the host serves the same HTML. */
export declare const addresses: ReadonlyArray<Pattern>

/** The same for a domain that the configuration declares. */
export declare const addressesOf: (domain: string) => ReadonlyArray<Pattern>

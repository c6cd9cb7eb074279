/** A type of records that the shared services know: feed, search and pictures. */
export interface EntityDeclaration {
  /** The plural in addresses of its pictures. Types without one have no pictures. */
  readonly pictures?: string
  /**
   * False if the domain's store logs the changes of these records itself, because they are several kinds of records in
   * the log of changes. Else publishing an entity logs it.
   */
  readonly isLogged?: false
}

/** What a domain says once about itself. The shared services follow from it. */
export interface DomainDeclaration {
  /** As in addresses, commands and settings. */
  readonly name: string
  readonly title: string
  readonly entities: Readonly<Record<string, EntityDeclaration>>
  /**
   * The kinds of records in the log of changes, and the path that answers one; `{id}` stands for its id. A domain from
   * outside has its types of records.
   */
  readonly changes?: Readonly<Record<string, string>>
}

export const domain = <const D extends DomainDeclaration>(declaration: D): D => declaration

/** A type of records that the shared services know: feed, search and pictures. */
export interface EntityDeclaration {
  /** The plural in addresses of its pictures. Types without one have no pictures. */
  readonly pictures?: string
}

/** What a domain says once about itself. The shared services follow from it. */
export interface DomainDeclaration {
  /** As in addresses, commands and settings. */
  readonly name: string
  readonly title: string
  readonly entities: Readonly<Record<string, EntityDeclaration>>
}

export const domain = <const D extends DomainDeclaration>(declaration: D): D => declaration

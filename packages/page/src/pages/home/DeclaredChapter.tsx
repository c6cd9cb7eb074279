import { Figures, List, type OfDomain, Recent } from "../../declared/parts.js"
import { Domain } from "../../parts/Frame.js"

/** The chapter of a domain that the host's configuration declares. */
export const DeclaredChapter = ({ domain }: OfDomain) => (
  <Domain id={`domain-${domain.name}`} title={domain.title} more={`/${domain.name}`}>
    <Recent domain={domain} />
    <List domain={domain} />
    <Figures domain={domain} />
  </Domain>
)

import type { ComponentChildren } from "preact"
import { Head } from "../parts/Frame.js"
import { AdminGate } from "./AdminGate.js"
import { AdminNav } from "./AdminNav.js"

interface AdminPageProps {
  readonly title: string
  readonly lead: ComponentChildren
  readonly children: ComponentChildren
}

/** A page for an admin key: heading, navigation, and the form for the key until there is one. */
export const AdminPage = ({ children, lead, title }: AdminPageProps) => (
  <>
    <Head title={title}>
      <p class="admin-lead">{lead}</p>
    </Head>
    <AdminNav />
    <AdminGate>{children}</AdminGate>
  </>
)

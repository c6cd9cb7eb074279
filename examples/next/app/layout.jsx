import "./style.css"

export const metadata = { title: "My page" }

export default function Layout({ children }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  )
}

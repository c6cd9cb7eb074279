import { render } from "preact"
import { Page } from "./page/Page.js"
import "./styles/index.css"

render(<Page />, document.body)

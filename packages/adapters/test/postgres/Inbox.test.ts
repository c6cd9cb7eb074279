import { inboxContract } from "../contract/Inbox.js"
import { newDatabase } from "../support/database.js"

inboxContract(newDatabase())

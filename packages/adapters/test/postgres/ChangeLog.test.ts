import { changeLogContract } from "../contract/ChangeLog.js"
import { newDatabase } from "../support/database.js"

changeLogContract(newDatabase())

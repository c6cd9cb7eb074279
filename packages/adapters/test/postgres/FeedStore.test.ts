import { feedStoreContract } from "../contract/FeedStore.js"
import { newDatabase } from "../support/database.js"

feedStoreContract(newDatabase())

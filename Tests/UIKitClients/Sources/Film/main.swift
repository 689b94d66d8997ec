import Foundation
import ImageIO
import UIKit

// Film FOLDER: films every client to FOLDER/NAME.webp, and six moments of it to FOLDER/NAME.png.
// Film --sheet FILE PICTURE TIME...: moments of another's recording, to hold beside them.

var arguments = Array(CommandLine.arguments.dropFirst())
do {
    if arguments.first == "--sheet", arguments.count > 3 {
        try Recording(path: arguments[1]).sheet(at: arguments[3...].compactMap { Double($0) }).write(to: arguments[2])
    } else if let folder = arguments.first {
        let names = Set(arguments.dropFirst())
        for client in clients + layoutClients + listings where names.isEmpty || names.contains(client.name) {
            let film = try client.film()
            try film.write(to: "\(folder)/\(client.name)")
            print("Film: \(client.name): \(film.count) pictures, of these \(film.distinct) differ from the one before")
        }
    }
} catch {
    print("Film: \(error)")
    exit(1)
}

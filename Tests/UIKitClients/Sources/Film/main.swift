import Foundation
import ImageIO
import UIKit

// Film FOLDER [PREFIX...]: films every client, or those whose names begin so, to FOLDER/NAME.gif, and moments of it to FOLDER/NAME.png. The
// exit status is 1 if a film lacks one of these: a view that is shown, two colours, something that moves.
// Film --sheet FILE PICTURE TIME...: moments of another's recording, to hold beside them.

var arguments = Array(CommandLine.arguments.dropFirst())
do {
    if arguments.first == "--sheet", arguments.count > 3 {
        try Recording(path: arguments[1]).sheet(at: arguments[3...].compactMap { Double($0) }).write(to: arguments[2])
    } else if let folder = arguments.first {
        let prefixes = arguments.dropFirst()
        var failed = false
        for client in clients + layoutClients + layoutLibraries + [cartography, anchorage] + listings
        where prefixes.isEmpty || prefixes.contains(where: { client.name.hasPrefix($0) }) {
            var faults: [String] = []
            let film = try client.film(faults: &faults)
            try film.write(to: "\(folder)/\(client.name)")
            print("Film: \(client.name): \(film.count) pictures, of these \(film.distinct) differ from the one before")
            for fault in faults { print("Film: \(client.name): error: \(fault)") }
            if !faults.isEmpty { failed = true }
        }
        if failed { exit(1) }
    }
} catch {
    print("Film: \(error)")
    exit(1)
}

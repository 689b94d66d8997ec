import Foundation
import MicaServer
import MicaWire

/// A service's reports about itself, as text.
enum ServiceReport {
    /// One line for each window, and one for each client without a window.
    static func clients(_ clients: [ServiceClient], running seconds: Double) -> String {
        var rows = [
            [
                "CLIENT", "PID", "NAME", "WINDOW", "TITLE", "PIXELS", "LAYERS", "ANIMATIONS", "IMAGES", "BYTES", "FDS",
                "FRAMES", "MS",
            ]
        ]
        for client in clients {
            let own = ["\(client.number)", "\(client.process)", short(client.name)]
            let use = client.imageUse
            let bytes = ["\(use.count)", "\(use.bytes + client.memoryBytes)", "\(client.descriptorCount)"]
            for tree in client.exported {
                rows.append(
                    own + ["-", "\(tree.id)", "-", "\(tree.layers)", "\(tree.animations)"] + bytes + ["-", "-"])
            }
            if client.windows.isEmpty, client.exported.isEmpty {
                rows.append(own + ["-", "-", "-", "-", "-"] + bytes + ["-", "-"])
            }
            for window in client.windows.values.sorted(by: { $0.number < $1.number }) {
                let surface = window.surface
                let cost =
                    window.frames > 0 ? String(format: "%.2f", window.frameSeconds / Double(window.frames) * 1000) : "-"
                rows.append(
                    own + ["\(window.number)", short(surface.title), "\(surface.width)x\(surface.height)"]
                        + ["\(window.layerCount)", "\(window.animationCount)"] + bytes + ["\(window.frames)", cost])
            }
        }
        let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        var lines = rows.map { row in
            zip(row, widths).map { $0.padding(toLength: $1, withPad: " ", startingAt: 0) }.joined(separator: "  ")
                .trimmingCharacters(in: .whitespaces)
        }
        lines.append(String(format: "up %.1f s", seconds))
        return lines.joined(separator: "\n")
    }

    private static func short(_ text: String) -> String {
        let line = text.replacingOccurrences(of: "\n", with: " ").prefix(24)
        return line.isEmpty ? "-" : String(line)
    }

    /// The most layers of a window in a report.
    private static let layerLimit = 100_000

    /// The layers of a window, each indented by its depth.
    static func tree(_ client: ServiceClient, _ window: ServedWindow) -> String {
        let tree = window.tree.tree
        var lines = ["window \(window.number), \(short(client.name)), \(window.surface.width)x\(window.surface.height)"]
        var rest: [(slot: Slot, depth: Int, isMask: Bool)] = []
        if let root = tree.root { rest.append((root, 1, false)) }
        while let (slot, depth, isMask) = rest.popLast() {
            guard lines.count <= layerLimit else {
                lines.append("  ...")
                break
            }
            let state = tree.state(of: slot)
            let (position, size) = (state.position, state.bounds.size)
            var line = String(repeating: "  ", count: depth) + (isMask ? "mask " : "")
            line += "\(tree.id(of: slot).map { "\($0)" } ?? "-") at \(text(position.x)),\(text(position.y))"
            line += " size \(text(size.width))x\(text(size.height))"
            if state.opacity != 1 { line += " opacity \(text(state.opacity))" }
            if state.flags.contains(.hidden) { line += " hidden" }
            for keyed in tree.animations(of: slot) { line += " [\(short(keyed.key))]" }
            lines.append(line)
            if let mask = tree.mask(of: slot) { rest.append((mask, depth + 1, true)) }
            for sublayer in tree.sublayers(of: slot).reversed() { rest.append((sublayer, depth + 1, false)) }
        }
        return lines.joined(separator: "\n")
    }

    private static func text(_ number: Double) -> String {
        number == number.rounded() && abs(number) < 1e9 ? "\(Int(number))" : String(format: "%.2f", number)
    }
}

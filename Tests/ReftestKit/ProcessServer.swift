import Foundation
import Mica
import MicaBase
import MicaFrame
import MicaSocket
import MicaWire
import QuartzCore

/// The server of the variant `process`: one process for all scenes, which ends with this one.
package final class ProcessServer: Sendable {
    /// The server, or why there is none.
    package static let shared = Result { () throws(SocketFault) in try ProcessServer() }
    let link: ServerLink
    private let process: Process

    private init() throws(SocketFault) {
        let (process, pipe) = (Process(), Pipe())
        let path =
            FileManager.default.temporaryDirectory.path + "/mica-reftests-\(ProcessInfo.processInfo.processIdentifier)"
        do {
            let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
            let program = URL(fileURLWithPath: own).deletingLastPathComponent().appendingPathComponent("mica").path
            process.executableURL = URL(fileURLWithPath: "/bin/sh")
            // The end of this process ends its standard input, and the server with that.
            process.arguments = [
                "-c", "\"$0\" serve --headless -q --socket \"$1\" & read line; kill $!", program, path,
            ]
            process.standardInput = pipe
            try process.run()
        } catch {
            throw SocketFault("the server cannot be started: \(error)")
        }
        self.process = process
        var tries = 0
        while true {
            do throws(SocketFault) {
                link = try ServerLink(ServerAddress(path: path), name: "reftests")
                return
            } catch {
                tries += 1
                guard tries < 400 else { throw error }
                Thread.sleep(forTimeInterval: 0.025)
            }
        }
    }
}

/// A client's connection that sends its messages to two servers: one in this process, one in another.
///
/// Transactions are not merged: the other server has a recording's commits at the same times.
final class SharedEnd: Connection {
    private let own: any Connection
    private let served: ServedTree
    private let surface: ServedSurface

    init(_ own: any Connection, _ served: ServedTree, _ surface: ServedSurface) {
        (self.own, self.served, self.surface) = (own, served, surface)
    }

    func send(_ message: ClientMessage) throws(WireError) {
        switch message {
        case .commit(let context, 1, _): served.show(surface, of: context)
        case .commit, .tiles, .put, .drop, .close: break
        }
        try own.send(message)
        try served.send(message)
        served.waitUntilApplied()
    }

    func receive(into messages: inout [ServerMessage]) { own.receive(into: &messages) }
}

extension Scene {
    /// The pixels that a server in another process draws from the same messages; a fault if it draws none.
    func drawInOtherProcess(_ make: ((any Connection) -> any Connection) -> LayerRenderer) throws(SocketFault) -> Bitmap
    {
        let link = try ProcessServer.shared.get().link
        let served = link.tree {}
        var surface = ServedSurface(width: 1, height: 1)
        (surface.isOnRequest, surface.waitsForTiles) = (true, true)
        let renderer = make { SharedEnd($0, served, surface) }
        renderer.background = background
        _ = renderer.bitmap(at: time)
        let transform = renderer.rootTransform
        (surface.width, surface.height, surface.scale) = (renderer.pixelWidth, renderer.pixelHeight, Double(scale))
        surface.transform = [transform.a, transform.b, transform.c, transform.d, transform.tx, transform.ty]
        surface.background = background.map { PixelColor($0.value).premultiplied() } ?? 0
        served.show(surface, of: renderer.context.id)
        guard case .picture(let picture) = try link.ask(.ownPicture(context: renderer.context.id, time: time)) else {
            throw SocketFault("the answer is no picture")
        }
        return picture
    }
}

/// The pictures of a renderer's recording by a server in another process, at increasing times: a film through a
/// process.
package final class ProcessFilm {
    private let renderer: LayerRenderer
    private let link: ServerLink
    private let served: ServedTree
    private var sent = 0

    /// Begins with nothing of the recording.
    package init(_ renderer: LayerRenderer) throws(SocketFault) {
        self.renderer = renderer
        link = try ProcessServer.shared.get().link
        served = link.tree {}
        var surface = ServedSurface(
            width: renderer.pixelWidth, height: renderer.pixelHeight, scale: Double(renderer.scale))
        (surface.isOnRequest, surface.waitsForTiles) = (true, true)
        let transform = renderer.rootTransform
        surface.transform = [transform.a, transform.b, transform.c, transform.d, transform.tx, transform.ty]
        surface.background = renderer.background.map { PixelColor($0.value).premultiplied() } ?? 0
        served.show(surface, of: renderer.context.id)
    }

    /// The picture at a time, no earlier than the one before.
    package func picture(at time: Double) throws -> Bitmap {
        let entries = renderer.player.scene.entries
        while sent < entries.count, entries[sent].time <= time {
            try served.send(.commit(renderer.context.id, number: UInt64(sent + 1), entries[sent].commit))
            served.waitUntilApplied()
            sent += 1
        }
        guard case .picture(let picture) = try link.ask(.ownPicture(context: renderer.context.id, time: time)) else {
            throw SocketFault("the answer is no picture")
        }
        return picture
    }
}

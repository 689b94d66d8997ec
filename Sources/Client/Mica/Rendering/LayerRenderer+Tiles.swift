import Foundation
import MicaFrame
import MicaWire
import QuartzCore

/// A renderer's progress with the tiles of its tree.
struct TileProgress {
    /// The next refresh at which visible tiles are looked for, counted from time 0.
    var nextRefresh = 0.0
    /// The number of commits at the last look.
    var commits = -1
    /// Whether anything moved at the last look.
    var isMoving = false
}

/// Tiles are looked for at the refreshes of the virtual display, so the result does not depend on which frames are
/// drawn.
///
/// A tile that is visible at a refresh arrives at that refresh, however long its drawing takes. A tile that becomes
/// visible between refreshes arrives then, and fades in from the next refresh on. Both are recorded.
extension LayerRenderer {
    /// The time of the next refresh at which tiles may become visible; nil when nothing has changed since the last one.
    func nextTileTime() -> Double? {
        guard waitsForTiles, context.hasTiledLayers, tileProgress.isMoving || tileProgress.commits != player.commitCount
        else { return nil }
        while tileProgress.nextRefresh / refreshRate < time {
            tileProgress.nextRefresh = max(tileProgress.nextRefresh + 1, (time * refreshRate).rounded(.down))
        }
        return tileProgress.nextRefresh / refreshRate
    }

    /// Draws and records the tiles that are visible at a refresh that is due.
    func refreshTiles() {
        guard let refresh = nextTileTime(), refresh <= time else { return }
        tileProgress.nextRefresh += 1
        let server = player.server(at: time)
        server.waitsForTiles = true
        draw(
            server.visibleTiles(at: time, width: pixelWidth, height: pixelHeight, rootTransform: rootTransform),
            at: time, fadingFrom: time)
        tileProgress.commits = player.commitCount
        tileProgress.isMoving = player.server(at: time).nextChange(from: time) < .infinity
    }

    /// Draws the tiles that a frame lacks and returns the frame with them. Without `waitsForTiles`, returns the frame
    /// itself.
    func completed(_ frame: Frame, at time: Double) -> Frame {
        let wanted = host.server(at: time).wantedTiles
        guard waitsForTiles, !wanted.isEmpty else { return frame }
        draw(wanted, at: time, fadingFrom: (time * refreshRate - 1e-6).rounded(.up) / refreshRate)
        host.server(at: time).waitsForTiles = true
        return host.frame(at: time)
    }

    /// Records the tiles that have been drawn meanwhile, for frames that do not wait for tiles.
    func deliverTiles() {
        if !waitsForTiles, pump.deliverTiles(at: time, fadingFrom: time, fadesFirst: true) { exchange() }
    }

    private func draw(_ wanted: [WantedTile], at time: Double, fadingFrom start: Double) {
        guard !wanted.isEmpty else { return }
        tiles.want(wanted)
        tiles.wait()
        if pump.deliverTiles(at: time, fadingFrom: start, fadesFirst: false) { exchange() }
    }
}

import Foundation
import MicaFrame
import MicaScene
import MicaServer
import MicaWire

/// Where a renderer stands with the tiles of its tree.
struct TileProgress {
    /// The refresh at which it is looked next what is in sight, counted from time 0.
    var nextRefresh = 0.0
    /// How many commits there were when it was looked last.
    var commits = -1
    /// Whether something moved then.
    var isMoving = false
}

/// Tiles: looked for at the refreshes of the virtual display, so that it does not matter which frames are drawn.
///
/// A tile that is in sight at a refresh arrives at that refresh, however long it takes to draw; one that is in sight
/// between two arrives then, and fades in from the next refresh on. Both are in the recording.
extension LayerRenderer {
    /// When the next refresh is at which tiles may come into sight; nil when nothing has changed since the last.
    func nextTileTime() -> Double? {
        guard waitsForTiles, context.hasTiledLayers, tileProgress.isMoving || tileProgress.commits != player.commitCount
        else { return nil }
        while tileProgress.nextRefresh / refreshRate < time {
            tileProgress.nextRefresh = max(tileProgress.nextRefresh + 1, (time * refreshRate).rounded(.down))
        }
        return tileProgress.nextRefresh / refreshRate
    }

    /// Draws and records the tiles that are in sight at a refresh whose time has come.
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

    /// Draws the tiles that a frame lacks, and gives the frame with them; without waiting the frame as it is.
    func completed(_ frame: Frame, at time: Double) -> Frame {
        let wanted = host.server(at: time).wantedTiles
        guard waitsForTiles, !wanted.isEmpty else { return frame }
        draw(wanted, at: time, fadingFrom: (time * refreshRate - 1e-6).rounded(.up) / refreshRate)
        host.server(at: time).waitsForTiles = true
        // What the first one would have changed on the surface was never drawn.
        var whole = host.frame(at: time)
        whole.damage = whole.damage.union(frame.damage)
        return whole
    }

    /// Records the tiles that have been drawn meanwhile, for frames that do not wait.
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

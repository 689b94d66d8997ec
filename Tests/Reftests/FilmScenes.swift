import CoreGraphics
import MicaExamples
import QuartzCore
import ReftestKit

/// A tutorial's listing that plays a film, at a time: it begins to play with its first frame.
private func listing(_ id: String, _ moment: String, at time: Double) -> Reftest {
    let scene = Scene("golden-\(id)-\(moment)", size: CGSize(width: 320, height: 240), time: time) { root in
        for example in gallery where example.id == id { example.build(root, Script()) }
    }
    return Reftest(scene, .golden)
}

/// The tutorials' films, flat in a view and turned with round corners and a border, at three times: while the ship comes, in the middle,
/// and while it goes. The film is without loss, so that the pictures are the same to the bit wherever it is decoded.
let filmReftests: [Reftest] = ["video", "video-3d"].flatMap { id in
    [listing(id, "begin", at: 0.9), listing(id, "middle", at: 2), listing(id, "end", at: 3.3)]
}

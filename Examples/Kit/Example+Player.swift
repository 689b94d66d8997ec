import MicaPlayer
import QuartzCore

extension PlayerSource {
    /// An example of the gallery, to be played in a window.
    public init(_ example: Example) {
        self.init(name: example.id) {
            let (root, script) = (CALayer(), Script())
            // Its frame and its contents have one space, that of its events.
            root.frame = CGRect(origin: .zero, size: example.size)
            example.build(root, script)
            var content = PlayerContent(
                layer: root, duration: example.duration > 0 ? example.duration : nil, framesPerSecond: 60,
                moments: script.entries)
            content.handler = script.handler
            return content
        }
    }
}

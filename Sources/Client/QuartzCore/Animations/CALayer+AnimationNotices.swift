import MicaTrace

extension CALayer {
    /// Says once which key paths of an animation name nothing of this layer, so that a misspelt one is found. Apple
    /// ignores such animations without a word.
    ///
    /// Subclasses of a program may have properties that only they know, so only the classes of this module are looked
    /// at.
    func sayUnknownKeyPaths(of animation: CAAnimation) {
        if let group = animation as? CAAnimationGroup {
            group.animations?.forEach { sayUnknownKeyPaths(of: $0) }
            return
        }
        guard let single = animation as? CAPropertyAnimation, let keyPath = single.keyPath, single.target == nil else {
            return
        }
        let name = String(reflecting: type(of: self))
        let key = keyPath.split(separator: ".", maxSplits: 1).first.map(String.init) ?? ""
        guard name.hasPrefix("QuartzCore."), !Self.keysOfNamedParts.contains(key), storedValue(key) == nil,
            declaredValue(forKey: key) == nil, !type(of: self).needsDisplay(forKey: key)
        else { return }
        Notices.say(
            "an animation of '\(keyPath)' has no effect: \(name.dropFirst("QuartzCore.".count)) has no such key path")
    }

    /// Keys whose key paths go on with names that the program gives.
    private static let keysOfNamedParts: Set<String> = [
        "filters", "backgroundFilters", "compositingFilter", "emitterCells", "sublayers", "style", "actions", "mask",
    ]
}

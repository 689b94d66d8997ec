import Foundation
import OpenGLES

/// Lights, textures and fog as OpenGL ES 1.1 had them, for programs without shaders of their own.
///
/// `prepareToDraw()` puts a program in use that is written for what is switched on (which lights, textures and fog), and sets its
/// numbers. Programs are made once for each combination, and shared by the contexts of a share group. Lighting is worked out in the
/// eye's space, with the viewer far away. *Source*: Apple, GLKBaseEffect.h, with the defaults; the equations are those of OpenGL ES
/// 1.1.
open class GLKBaseEffect: NSObject, GLKNamedEffect {
    /// Whether vertices' colours take the place of the material's ambient and diffuse ones; false at first.
    open var colorMaterialEnabled = GLboolean(GL_FALSE)
    /// Whether backs are lit as if they were turned round; false at first.
    open var lightModelTwoSided = GLboolean(GL_FALSE)
    /// Whether vertices without a colour array have `constantColor`; true at first.
    ///
    /// An array of colours that is enabled wins: public programs draw coloured vertices and leave this as it is. Where it is false, such
    /// vertices have whatever `glVertexAttrib` says.
    open var useConstantColor = GLboolean(GL_TRUE)
    /// How vertices are placed.
    public final let transform = GLKEffectPropertyTransform()
    /// The first light; disabled at first.
    public final let light0: GLKEffectPropertyLight
    /// The second light; disabled at first.
    public final let light1: GLKEffectPropertyLight
    /// The third light; disabled at first.
    public final let light2: GLKEffectPropertyLight
    /// Where light is worked out; at vertices at first.
    open var lightingType = GLKLightingType.perVertex
    /// What light there is everywhere, as soon as one light shines; 0.2 of white at first.
    open var lightModelAmbientColor = GLKVector4(v: (0.2, 0.2, 0.2, 1))
    /// What surfaces do with light.
    public final let material = GLKEffectPropertyMaterial()
    /// The first texture, placed by `GLKVertexAttrib.texCoord0`; disabled at first.
    public final let texture2d0: GLKEffectPropertyTexture
    /// The second texture, placed by `GLKVertexAttrib.texCoord1`; disabled at first.
    public final let texture2d1: GLKEffectPropertyTexture
    /// Which texture comes first; the first one at first, as for nil. Textures that are not this effect's are left out.
    open var textureOrder: [GLKEffectPropertyTexture]?
    /// The colour of vertices without a colour array; white at first.
    open var constantColor = GLKVector4(v: (1, 1, 1, 1))
    /// Fog; disabled at first.
    public final let fog = GLKEffectPropertyFog()
    /// A name for people.
    open var label: String? = "GLKBaseEffect"

    /// Makes an effect that draws `constantColor`.
    public override init() {
        (light0, light1, light2) = (GLKEffectPropertyLight(), GLKEffectPropertyLight(), GLKEffectPropertyLight())
        (texture2d0, texture2d1) = (GLKEffectPropertyTexture(), GLKEffectPropertyTexture())
        super.init()
        for light in [light0, light1, light2] {
            light.enabled = GLboolean(GL_FALSE)
            light.transform = transform
        }
        for texture in [texture2d0, texture2d1] { texture.enabled = GLboolean(GL_FALSE) }
        textureOrder = [texture2d0, texture2d1]
    }

    /// The program that was used last, and what for.
    private var latest: (group: EAGLSharegroup, options: EffectOptions, program: EffectProgram)?

    /// The lights that shine, with their numbers.
    private var shining: [(Int, GLKEffectPropertyLight)] {
        [(0, light0), (1, light1), (2, light2)].filter { $0.1.enabled != 0 }
    }

    /// The textures that are drawn, in order, with their units.
    private var drawn: [(Int, GLKEffectPropertyTexture)] {
        var seen: Set<Int> = []
        return (textureOrder ?? [texture2d0, texture2d1]).compactMap { texture in
            let unit = texture === texture2d0 ? 0 : texture === texture2d1 ? 1 : nil
            guard let unit, texture.enabled != 0, texture.target == .target2D, seen.insert(unit).inserted else {
                return nil
            }
            return (unit, texture)
        }
    }

    /// What the program is written for.
    var options: EffectOptions {
        let lights = shining.map(\.0)
        return EffectOptions(
            lights: lights, isPerPixel: !lights.isEmpty && lightingType == .perPixel,
            isTwoSided: !lights.isEmpty && lightModelTwoSided != 0,
            usesColorMaterial: !lights.isEmpty && colorMaterialEnabled != 0,
            textures: drawn.map { EffectOptions.Texture(unit: $0.0, mode: $0.1.envMode) },
            fog: fog.enabled != 0 ? GLKFogMode(rawValue: fog.mode) ?? .exp : nil)
    }

    /// Puts the effect's program in use, with its properties as they are now, and binds its textures to units 0 and 1.
    ///
    /// Without a current context it does nothing. *Source*: Apple, GLKBaseEffect.prepareToDraw(): the program in use and bound
    /// textures are not put back.
    open func prepareToDraw() {
        guard let group = EAGLContext.current()?.sharegroup else { return }
        let options = options
        if latest?.group !== group || latest?.options != options {
            latest = (group, options, group.program("\(options)") { EffectProgram(options) })
        }
        guard let program = latest?.program, program.name != 0 else { return }
        glUseProgram(program.name)
        program.set("modelview", transform.modelviewMatrix)
        program.set("projection", transform.projectionMatrix)
        program.set("normalMatrix", transform.normalMatrix)
        if useConstantColor != 0 {
            let color = constantColor
            glVertexAttrib4f(GLuint(GLKVertexAttrib.color.rawValue), color.r, color.g, color.b, color.a)
        }
        setLights(program)
        for (unit, texture) in drawn {
            glActiveTexture(GLenum(GL_TEXTURE0) + GLenum(unit))
            glBindTexture(GLenum(GL_TEXTURE_2D), texture.name)
            program.set("texture\(unit)", unit)
        }
        glActiveTexture(GLenum(GL_TEXTURE0))
        program.set("fogColor", fog.color)
        program.set("fogDensity", fog.density)
        program.set("fogStart", fog.start)
        program.set("fogEnd", fog.end)
    }

    private func setLights(_ program: EffectProgram) {
        program.set("modelAmbient", lightModelAmbientColor)
        program.set("materialAmbient", material.ambientColor)
        program.set("materialDiffuse", material.diffuseColor)
        program.set("materialSpecular", material.specularColor)
        program.set("materialEmissive", material.emissiveColor)
        program.set("shininess", material.shininess)
        for (i, light) in shining {
            program.set("lightPosition\(i)", light.eyePosition)
            program.set("lightAmbient\(i)", light.ambientColor)
            program.set("lightDiffuse\(i)", light.diffuseColor)
            program.set("lightSpecular\(i)", light.specularColor)
            program.set("spotDirection\(i)", light.eyeDirection)
            program.set("spotExponent\(i)", light.spotExponent)
            program.set(
                "spotCosine\(i)", light.spotCutoff == 180 ? -1 : cosf(GLKMathDegreesToRadians(light.spotCutoff)))
            program.set(
                "attenuation\(i)",
                GLKVector3Make(light.constantAttenuation, light.linearAttenuation, light.quadraticAttenuation))
        }
    }
}
